// The other side of `signals`: prints the time of a case with alien-signals, in nanoseconds. The arguments are its module and
// the name of the case.

const [, , module, chosen] = process.argv;
const { computed, effect, signal } = await import(module);
let sum = 0;

function nanoseconds(work) {
    const time = (count) => {
        const start = process.hrtime.bigint();
        for (let index = 0; index < count; index++) work();
        return Number(process.hrtime.bigint() - start) / count;
    };
    let count = 16;
    while (time(count) * count < 2e6) count *= 2;
    // The compiler optimizes what has run for a while.
    const end = process.hrtime.bigint() + 100_000_000n;
    while (process.hrtime.bigint() < end) time(count);
    return Array.from({ length: 21 }, () => time(count)).sort((left, right) => left - right)[10];
}

function measure(name, make) {
    if (chosen === name) console.log(nanoseconds(make()));
}

function grid(columns, rows) {
    const source = signal(1);
    for (let column = 0; column < columns; column++) {
        let last = computed(() => source() + 1);
        for (let row = 1; row < rows; row++) {
            const former = last;
            last = computed(() => former() + 1);
        }
        effect(() => { sum += last(); });
    }
    return () => source(source() + 1);
}

for (const columns of [1, 10, 100]) {
    for (const rows of [1, 10, 100]) measure(`${columns} x ${rows}`, () => grid(columns, rows));
}
measure("1,000 into one, one set", () => {
    const sources = Array.from({ length: 1000 }, (_, index) => signal(index));
    const total = computed(() => {
        let sum = 0;
        for (const source of sources) sum += source();
        return sum;
    });
    effect(() => { sum += total(); });
    return () => sources[500](sources[500]() + 1);
});
measure("10 of 100, one of the sources that are read, dynamic", () => {
    const sources = Array.from({ length: 100 }, (_, index) => signal(index));
    const first = signal(0);
    const part = computed(() => {
        const start = first() % 90;
        let sum = 0;
        for (let index = start; index < start + 10; index++) sum += sources[index]();
        return sum;
    });
    effect(() => { sum += part(); });
    return () => first(first() + 1);
});
measure("a read, nothing has changed", () => {
    const source = signal(1);
    const derived = computed(() => source() + 1);
    return () => { sum += derived(); };
});
