/// The script that ships with the program. It shows each kind of binding in turn.
///
/// It is part of the source rather than a separate file, so that `--demo` works from any folder. Lines after a `|` are
/// lines of files in `Examples`, without the access level `package` of the view models.
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

    static let script = #"""
        say This is a form in which nothing has been entered yet:
        show
        say From here on, only the rows that change are shown: as they were, behind -, and
        say as they are, behind +. The lines behind | are what changes them: lines of this
        say program's source, from the files that are named, in the folder Examples.

        say
        say 1. ONE WAY: @Validated => label
        say    (ConsoleBinding/SignUp/SignUpForm.swift,
        say    ViewModels/SignUp/SignUpViewModel.swift)
        say    The view model checks each entry; its findings are bound to the labels on the
        say    right. A user types "ab" and an address:
        say    | @Validated(.entered("such as ada@example.org"), .address) var email = ""
        type username ab
        type email ada@example
        changes
        say    Two characters more and the end of the address, and both labels follow.
        say    Nobody told them to:
        say    | entry.field.remark => entry.message.rx.span
        type username a7
        type email .org
        changes

        say
        say 2. TWO WAYS: @Validated <=> text field
        say    (ConsoleBinding/SignUp/SignUpForm.swift,
        say    ViewModels/SignUp/SignUpViewModel.swift)
        say    What the user types is in the view model at once:
        say    | viewModel.$userName <=> userName.rx.text
        model
        say    The view model puts addresses into lower case, and the field shows what
        say    became of what its user typed, " Ada.L@Example.ORG":
        say    | viewModel.$email <=> email.rx.text
        say    | if normal != address { self?.email = normal }
        clear email
        type email  Ada.L@Example.ORG
        changes
        model
        say    The other way round: the program sets a name that is too long for the
        say    field. The field cuts it to 16 characters, and the view model has the short
        say    one, too:
        say    | viewModel.$userName <=> userName.rx.text
        set username adaaugustakinglovelace
        changes
        model

        say
        say 3. ACTIONS: button => view model, @ViewAction => form
        say    (ConsoleBinding/SignUp/SignUpForm.swift,
        say    ViewModels/SignUp/SignUpViewModel.swift)
        say    With all of it right, the button can be pressed:
        say    | submit.rx.command(viewModel.submit)
        type password correct horse 1
        type age 36
        choose plan pro
        toggle terms
        changes
        say    A background task makes the account and reports how far it is; after four of
        say    ten steps:
        say    | try await registration.register(account, reporting: progress)
        say    | viewModel.progress.$fraction => progress.rx.fraction
        press submit
        wait 4
        changes
        say    When it is done, the view model empties the entries, lists the account, and
        say    asks for an alert. That is an event, not a state: it happens once, and is not
        say    repeated to whoever binds later:
        say    | viewModel.$accounts.updates().map(ListRow.init) => accounts.rx.rows
        say    | viewModel.$alert => alertMessage.rx.text
        until Welcome,
        changes
        say    Its button closes it:
        say    | alertButton.rx.tap => { [weak self] in self?.alertMessage.text = "" }
        press ok
        changes

        say
        say 4. DISPOSAL: the bag ends what it holds
        say    (ConsoleBinding/Script/ScriptRunner.swift)
        say    With the bindings disposed of, a user can type but nobody listens. The view
        say    model's name stays empty, and the label on the right says nothing new:
        say    | form.disposeBag.dispose()
        unbind
        type username grace
        changes
        model
        say    Bound anew, the view model's value wins, and the two agree again:
        say    | form.bind()
        bind
        changes

        say
        say 5. SEARCH: debounce, flatMapLatest, catch
        say    (ViewModels/Search/SearchViewModel.swift,
        say    ConsoleBinding/Search/SearchSection.swift)
        say    A user types "a" and, 200 milliseconds later, "d". Nothing is searched for
        say    before the typing has stopped for 300:
        say    | .debounce(Self.pause, scheduler: scheduler)
        type search a
        wait 2
        type search d
        wait 2
        changes
        say    Now it has, and the search is under way:
        say    | viewModel.$summary => summary.rx.text
        wait 1
        changes
        say    600 milliseconds later it is answered:
        say    | viewModel.$results.updates(by: \.self).map(ListRow.init) => results.rx.rows
        wait 6
        changes
        say    A search that is under way when the next one begins is cancelled. The one for
        say    "r" began 700 milliseconds ago and would have shown its answer by now; the
        say    list still has what was found before:
        say    | .flatMapLatest { query -> Observable<Progress> in
        clear search
        type search r
        wait 4
        type search ad
        wait 6
        changes
        say    It is "rad" by now, and only that is answered:
        say    | viewModel.$results.updates(by: \.self).map(ListRow.init) => results.rx.rows
        until 1 found
        changes
        say    The directory is in the program, and fails on purpose, once for a query with
        say    a 1 in it. The error becomes a row with a button; the stream of searches goes
        say    on:
        say    | .catch { Observable.just(.failed("\($0)")) }
        say    | viewModel.$failure.map { $0 != nil } => retry.rx.isEnabled
        type search 1
        until is busy
        changes
        say    The button repeats the search. While that is under way it is disabled:
        say    | retry.rx.tap => { [weak viewModel] in viewModel?.retry() }
        press retry
        changes
        say    This time it succeeds. The button goes, and the focus goes to the field:
        say    | viewModel.$hasNothingToRepeat => retry.rx.isHidden
        until 1 found
        changes

        say
        say 6. THE END: button => view model, @ViewAction.NoParam => form
        say    (ConsoleBinding/SignUp/SignUpForm.swift)
        say    This is the whole form as it is now:
        show
        say    The Quit button makes the view model ask for its form to go away, which ends
        say    this program before it comes to the next line.
        say    | quit.rx.tap => { [weak viewModel] in viewModel?.quit() }
        say    | viewModel.$dismiss => { [weak self] in self?.isDismissed = true }
        press quit
        say    (This line is not reached.)
        """#
}
