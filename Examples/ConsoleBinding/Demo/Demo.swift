/// The script that ships with the program: what bindings do, one kind after the other.
///
/// It is a part of the program's text rather than a file beside it, so that `--demo` works from anywhere.
enum Demo {
    /// The script, line by line.
    static var lines: AsyncStream<ScriptLine> {
        AsyncStream { continuation in
            for (index, line) in script.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                continuation.yield(ScriptLine(number: index + 1, bytes: Array(line.utf8)))
            }
            continuation.finish()
        }
    }

    private static let script = """
        say 1. ONE WAY: @Bindable => label, @Bindable => button
        say    The view model checks each entry; its findings are bound to the labels on the
        say    right. A user types "ab" and an address:
        type username ab
        type email ada@example
        show
        say    Two characters more, and both labels follow. Nobody told them to.
        type username a7
        type email .org
        show

        say
        say 2. TWO WAYS: @Mutable <=> text field
        say    What the user types is in the view model at once:
        model
        say    The view model puts addresses into small letters, and the field shows what
        say    became of what its user typed, " Ada.L@Example.ORG":
        clear email
        type email  Ada.L@Example.ORG
        model
        say    The other way round: the program sets a name that is too long for the field.
        say    The field cuts it to 16 characters, and the view model has the short one, too:
        set username adaaugustakinglovelace
        model
        show

        say
        say 3. ACTIONS: button => view model, @ViewAction => form
        say    With all of it right, the button can be pressed. A background task makes the
        say    account and reports how far it is; after four of ten steps:
        type password correct horse 1
        type age 36
        choose plan pro
        toggle terms
        press submit
        wait 4
        show
        say    When it is done, the view model asks for an alert. That is an event, not a
        say    state: it happens once, and is not repeated to whoever binds later.
        wait
        show
        press ok

        say
        say 4. DISPOSAL: the bag ends what it holds
        say    With the bindings disposed of, a user can type but nobody listens. The view
        say    model's name stays empty, and the label on the right says nothing new:
        unbind
        type username grace
        model
        show
        say    Bound anew, the view model's value wins, and the two agree again:
        bind
        show

        say
        say 5. SEARCH: debounce, distinctUntilChanged, flatMapLatest, catch
        say    A user types "a" and, 200 milliseconds later, "d". Nothing is searched for
        say    before the typing has stopped for 300:
        type search a
        wait 2
        type search d
        wait 2
        show
        wait 1
        say    Now the search is under way. It takes 600 milliseconds:
        wait 6
        show
        say    A search that is under way when the next one begins is cancelled. The one for
        say    "r" began 700 milliseconds ago and would have shown its answer by now:
        clear search
        type search r
        wait 4
        type search ad
        wait 6
        show
        say    But it was "rad" in the meantime, and only that is answered:
        wait 3
        show
        say    The directory is in the program, and fails on purpose, once for a query with a
        say    1 in it. The error becomes a row with a button; the stream of searches goes on:
        type search 1
        wait
        show
        say    The button repeats the search, and this time it succeeds:
        press retry
        wait
        show

        say
        say    The Quit button makes the view model ask for its form to go away, which ends
        say    this program before it comes to the next line.
        press quit
        say    (This line is not reached.)
        """
}
