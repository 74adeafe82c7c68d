/// The page of a report, but for its data. It needs no other file, and nothing of the network.
enum PageText {
    static let beforeData = #"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Bindings</title>
        <style>
        :root { color-scheme: light dark; --line: #8888; --soft: #8882; --accent: #3584e4; --control: #2ec27e;
            --operator: #9141ac; }
        * { box-sizing: border-box; }
        body { margin: 0; font: 14px/1.45 system-ui, sans-serif; display: flex; flex-direction: column; height: 100vh; }
        header { display: flex; gap: .5em; align-items: center; padding: .6em 1em; border-bottom: 1px solid var(--line); }
        header h1 { font-size: 1.1em; margin: 0 1em 0 0; }
        header input { flex: 1; max-width: 28em; margin-left: auto; padding: .35em .6em; font: inherit; }
        button { font: inherit; padding: .35em .9em; border: 1px solid var(--line); border-radius: 6px; background: none;
            color: inherit; cursor: pointer; }
        button[aria-selected=true] { background: var(--accent); border-color: var(--accent); color: white; }
        main { flex: 1; overflow: auto; padding: 1em; }
        section[hidden] { display: none; }
        svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
        .vertex { cursor: pointer; }
        .vertex rect { stroke: var(--accent); stroke-width: 1.5; }
        .vertex.control rect { stroke: var(--control); }
        .vertex.operator rect, .vertex.binding rect { stroke: var(--operator); rx: 14px; }
        .vertex .small { font-size: 10.5px; opacity: .7; }
        .edge { fill: none; stroke: var(--line); stroke-width: 1.5; }
        .vertex.chosen rect { stroke-width: 3; }
        .vertex > rect { fill: Canvas; }
        details { margin-left: 1.2em; }
        #log > details, #log > div { margin-left: 0; border-bottom: 1px solid var(--soft); padding: .15em 0; }
        details > div { margin-left: 1.2em; }
        summary { cursor: pointer; }
        .time { opacity: .6; font-variant-numeric: tabular-nums; margin-right: .8em; }
        .long { color: #e01b24; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .3em .8em .3em 0; border-bottom: 1px solid var(--soft); }
        th { cursor: pointer; }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
        .bar { fill: var(--accent); cursor: pointer; }
        .bar.long { fill: #e01b24; }
        p.empty { opacity: .7; }
        h2 { font-size: 1.1em; }
        #notes div { border-bottom: 1px solid var(--soft); padding: .3em 0; white-space: pre-wrap; }
        </style>
        </head>
        <body>
        <header>
        <h1>Bindings</h1>
        <button data-tab="graph">Graph</button>
        <button data-tab="log">Log</button>
        <button data-tab="timeline">Timeline</button>
        <button data-tab="costs">Costs</button>
        <button data-tab="notes">Notes</button>
        <input type="search" placeholder="Name, value or file" aria-label="Name, value or file">
        </header>
        <main>
        <section id="graph"></section>
        <section id="log"></section>
        <section id="timeline"></section>
        <section id="costs"></section>
        <section id="notes"></section>
        </main>
        <script type="application/json" id="data">
        """#

    static let afterData = #"""
        </script>
        <script>
        "use strict";
        const data = JSON.parse(document.getElementById("data").textContent);
        const search = document.querySelector("input");
        const first = data.log.length ? data.log[0].time : 0;
        const make = (name, attributes = {}, ...children) => {
            const isDrawn = ["svg", "g", "rect", "text", "path", "title", "line"].includes(name);
            const element = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name)
                : document.createElement(name);
            for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
            element.append(...children);
            return element;
        };
        const matches = text => text.toLowerCase().includes(search.value.trim().toLowerCase());
        const show = (id, ...content) => document.getElementById(id).replaceChildren(...content);
        const empty = text => make("p", { class: "empty" }, text);

        // The graph: each vertex in the column after the last of those before it.
        const followers = data.vertices.map(() => []), before = data.vertices.map(() => []);
        for (const [from, to] of data.edges) { followers[from].push(to); before[to].push(from); }
        const columns = (() => {
            const column = data.vertices.map(() => 0), state = data.vertices.map(() => 0);
            const visit = index => {
                if (state[index]) return;
                state[index] = 1;
                for (const former of before[index])
                    if (state[former] !== 1) { visit(former); column[index] = Math.max(column[index], column[former] + 1); }
                state[index] = 2;
            };
            data.vertices.forEach((_, index) => visit(index));
            return column;
        })();
        // A row for each end of a chain: a vertex is in the row of the first that follows from it, so that chains are
        // straight, and what is not connected is apart.
        function rowsOf(visible) {
            const row = new Map(), shown = new Set(visible);
            let next = 0;
            const isNew = index => shown.has(index) && !row.has(index);
            const first = index => {
                const seen = new Set([index]);
                for (let former; (former = before[index].find(other => isNew(other) && !seen.has(other))) !== undefined;)
                    seen.add(index = former);
                return index;
            };
            const put = index => {
                row.set(index, null);
                const following = followers[index].filter(isNew);
                for (const other of following) {
                    if (!isNew(other)) continue;
                    put(other);
                    row.set(index, row.get(index) ?? row.get(other));
                }
                if (row.get(index) === null) row.set(index, next++);
                for (const other of followers[index]) if (shown.has(other))
                    for (let former; (former = before[other].find(isNew)) !== undefined;) put(first(former));
            };
            for (const index of visible) if (isNew(index)) { put(first(index)); next += 0.4; }
            return row;
        }
        function connected(index) {
            const found = new Set([index]);
            for (const next of [followers, before]) {
                const rest = [index];
                while (rest.length) for (const other of next[rest.pop()])
                    if (!found.has(other)) { found.add(other); rest.push(other); }
            }
            return found;
        }
        const label = vertex => [vertex.name, vertex.value ?? "", vertex.place ?? ""].join(" ");
        let chosen = null;
        function drawGraph() {
            if (!data.vertices.length) return show("graph", empty("Nothing is bound."));
            const width = 230, height = 58;
            let visible = data.vertices.map((_, index) => index);
            if (chosen !== null) {
                const around = connected(chosen);
                visible = visible.filter(index => around.has(index));
            } else if (search.value.trim()) {
                const found = new Set();
                for (const index of visible) if (matches(label(data.vertices[index])))
                    for (const other of connected(index)) found.add(other);
                visible = visible.filter(index => found.has(index));
            }
            if (!visible.length) return show("graph", empty("Nothing of that name is bound."));
            const rows = rowsOf(visible), start = Math.min(...visible.map(index => columns[index])), place = {};
            for (const index of visible)
                place[index] = { x: (columns[index] - start) * (width + 50) + 10, y: rows.get(index) * height + 10 };
            const all = Object.values(place);
            const svg = make("svg", {
                width: Math.max(...all.map(p => p.x)) + width + 20, height: Math.max(...all.map(p => p.y)) + height + 10 });
            for (const [from, to] of data.edges) {
                const a = place[from], b = place[to];
                if (!a || !b) continue;
                const [x1, y1, x2, y2] = [a.x + width, a.y + 24, b.x, b.y + 24];
                // Straight past what is between, then a bend: a long one would cross the others.
                const turn = x2 > x1 ? x2 - 50 : x1;
                svg.append(make("path", { class: "edge",
                    d: `M${x1},${y1} L${turn},${y1} C${turn + 28},${y1} ${x2 - 28},${y2} ${x2},${y2}` }));
            }
            for (const index of visible) {
                const vertex = data.vertices[index], { x, y } = place[index];
                const group = make("g", { class: `vertex ${vertex.kind}${index === chosen ? " chosen" : ""}`,
                    transform: `translate(${x},${y})`, tabindex: 0, role: "button", "aria-label": label(vertex) },
                    make("title", {}, label(vertex)),
                    make("rect", { width, height: 48, rx: 6 }),
                    make("svg", { x: 10, width: width - 16, height: 48 },
                        make("text", { y: 20 }, vertex.name),
                        make("text", { y: 37, class: "small" },
                            [vertex.value, vertex.place, `${vertex.count}×`].filter(Boolean).join(" · "))));
                const choose = () => { chosen = chosen === index ? null : index; drawGraph(); };
                group.addEventListener("click", choose);
                group.addEventListener("keydown", event => { if (event.key === "Enter") choose(); });
                svg.append(group);
            }
            if (chosen === null) return show("graph", svg);
            const back = make("button", { class: "back" }, "Show all");
            back.addEventListener("click", () => { chosen = null; drawGraph(); });
            show("graph", make("p", {}, back, " What is connected with ", make("b", {}, data.vertices[chosen].name)), svg);
        }

        // The log: what is not opened is not made.
        const mentions = change => matches(change.text) || change.follows.some(mentions);
        function entry(change, isRoot) {
            const time = isRoot ? [make("span", { class: "time" }, (change.time - first).toFixed(1) + " ms")] : [];
            const late = change.duration > 16 ? [make("span", { class: "long" }, ` ${change.duration.toFixed(1)} ms`)] : [];
            const thread = change.thread ? ` [thread ${change.thread}]` : "";
            const line = [...time, change.text + thread, ...late];
            if (!change.follows.length) return make("div", {}, ...line);
            const details = make("details", {}, make("summary", {}, ...line));
            details.addEventListener("toggle", () => {
                if (details.childElementCount === 1) details.append(...change.follows.map(next => entry(next, false)));
                if (details.open && change.follows.length === 1) {
                    const next = details.querySelector(":scope > details");
                    if (next) next.open = true;
                }
            });
            return details;
        }
        function drawLog() {
            const found = data.log.filter(mentions);
            show("log", ...(found.length ? found.map(change => entry(change, true)) : [empty("Nothing has happened.")]));
        }

        // The timeline: a track for the main actor, and one for each thread.
        function drawTimeline() {
            const found = data.log.filter(mentions);
            if (!found.length) return show("timeline", empty("Nothing has happened."));
            const tracks = [...new Set(found.map(change => change.thread))].sort((a, b) => a === null ? -1 : b === null ? 1 : 0);
            const end = Math.max(...found.map(change => change.time + change.duration)), width = 1100;
            const scale = width / Math.max(1, end - first);
            const svg = make("svg", { width: width + 140, height: tracks.length * 50 + 30 });
            tracks.forEach((track, row) => {
                svg.append(make("text", { x: 0, y: row * 50 + 25 }, track === null ? "main actor" : `thread ${track}`),
                    make("line", { x1: 120, x2: width + 120, y1: row * 50 + 36, y2: row * 50 + 36, stroke: "#8886" }));
            });
            for (const change of found) {
                const bar = make("rect", { class: "bar" + (change.duration > 16 ? " long" : ""),
                    x: 120 + (change.time - first) * scale, y: tracks.indexOf(change.thread) * 50 + 8,
                    width: Math.max(2, change.duration * scale), height: 26 },
                    make("title", {}, `${change.text}\n${change.duration.toFixed(3)} ms`));
                bar.addEventListener("click", () => { search.value = change.text; open("log"); });
                svg.append(bar);
            }
            svg.append(make("text", { x: 120, y: tracks.length * 50 + 22 }, "0 ms"),
                make("text", { x: width + 120, y: tracks.length * 50 + 22, "text-anchor": "end" }, `${(end - first).toFixed(1)} ms`));
            show("timeline", svg);
        }

        let order = "total";
        function drawCosts() {
            const head = { name: "", count: "Values", equal: "Equal to the one before", total: "Total, ms",
                longest: "Longest, ms" };
            const row = cost => make("tr", {}, ...Object.keys(head).map(key => make("td",
                key === "name" ? {} : { class: "number" },
                key === "name" ? cost.name + (cost.unused ? " (nothing uses it)" : "")
                    : key === "total" || key === "longest" ? cost[key].toFixed(2) : String(cost[key]))));
            const heads = Object.entries(head).map(([key, text]) => {
                const cell = make("th", key === "name" ? {} : { class: "number" }, text);
                cell.addEventListener("click", () => { order = key; drawCosts(); });
                return cell;
            });
            const rows = data.costs.filter(cost => matches(cost.name));
            rows.sort((a, b) => order === "name" ? a.name.localeCompare(b.name) : b[order] - a[order]);
            show("costs", make("table", {}, make("tr", {}, ...heads), ...rows.map(row)));
        }

        function drawNotes() {
            const found = data.notes.flatMap(note => {
                const lines = note.lines.filter(matches);
                return lines.length ? [make("h2", {}, note.title), ...lines.map(line => make("div", {}, line))] : [];
            });
            show("notes", ...(found.length ? found : [empty("There is nothing to say.")]));
        }

        const drawings = { graph: drawGraph, log: drawLog, timeline: drawTimeline, costs: drawCosts, notes: drawNotes };
        let current = "graph";
        function open(tab) {
            current = tab;
            for (const section of document.querySelectorAll("section")) section.hidden = section.id !== tab;
            for (const button of document.querySelectorAll("header button"))
                button.setAttribute("aria-selected", button.dataset.tab === tab);
            drawings[tab]();
        }
        for (const button of document.querySelectorAll("header button"))
            button.addEventListener("click", () => open(button.dataset.tab));
        search.addEventListener("input", () => { chosen = null; drawings[current](); });
        open("graph");
        </script>
        </body>
        </html>

        """#
}
