/// The text that `--help` prints.
enum Help {
    static let text = """
        ConsoleBinding: three forms in a terminal, held together by bindings.
        The sign-up form needs a window of 70 × 22 cells; the search for repositories, whose
        view model is a stream, needs 70 × 16; the list of members, which is told what has
        changed of it, needs 70 × 18.

        usage: ConsoleBinding [--repositories | --members] [--script FILE]
               ConsoleBinding --demo | --help

          (nothing)       the sign-up form on the whole terminal; where standard input or output
                          is no terminal, a script is read from standard input; where that is
                          a keyboard, standard error says so
          --repositories  the search for repositories instead, also for --script
          --members       the list of members instead, also for --script
          --script FILE   run the script in FILE; - is standard input
          --demo          run the script that ships with the program, with the sign-up form:
                          one-way bindings, two-way bindings, actions, disposal and a search
          --help, -h      this text

        Keys
          Tab, Down       to the next control; Down in a list, to the next row
          Shift-Tab, Up   to the one before; Up in a list, to the row before
          PgUp, PgDn      in a list, a page up or down; Home and End to its ends
          Left, Right     move in a field; change the option of a choice
          Home, End       to the start, to the end (also Ctrl-A, Ctrl-E)
          Backspace, Del  erase before, at the cursor
          Ctrl-U, Ctrl-K  erase to the start, to the end
          Space           tick a check box, go through the options of a choice
          Enter           press a button; in a field, go on to the next control
          Esc             close a message
          Ctrl-L          draw everything anew
          F12             a pane that says why the control with the focus shows what it shows,
                          and what has happened; in a narrow and low window in place of the form
          Ctrl-Z, Ctrl-Y  undo what was done to the entries, redo it; a word typed is one step
          Ctrl-C          leave (exit status 130)
          Ctrl-D          leave, as the Quit button does
          While the window is too small for the form, keys do not reach it, but for those that
          leave and draw. A signal stops the program (kill -TSTP), the shell's fg continues it.

        Scripts
          One command a line, in UTF-8. Empty lines and lines that begin with # are skipped.
          Time stands still but for wait, so the output is the same on every run. A step is
          one of the ten of a submission, and 100 milliseconds of all else. What `changes`
          prints are the rows as they were, behind -, and as they are, behind +.

        \(commands)

        Controls of the sign-up form
          username        text field, at most 16 characters
          email           text field, at most 48 characters
          password        text field, at most 32 characters, masked
          age             text field, at most 3 characters
          plan            choice: free, pro, team
          terms           check box
          submit, quit    buttons
          search          text field, at most 32 characters: part of a member's name
          retry           button that repeats a search; enabled after one that has failed
          ok              button of a message

        Controls of the search for repositories
          search          text field, at most 32 characters: part of a repository's name
          order           choice: stars, name
          hide            check box: leaves out what is archived
          retry           button that repeats a search; enabled after one that has failed
          quit            button

        Controls of the list of members
          find            text field, at most 24 characters: part of a name, or a new one
          order           choice: name, points
          members         list
          add             button that adds somebody of a new name
          remove          button that removes whoever is selected
          quit            button

        Values of the view model, for set
          of the sign-up form: username, email, password, age, plan, terms (yes, no)
          of the search for repositories: order, hide (yes, no)
          of the list of members: query, order

        User names
          No member's name can be taken: the initial and the last word, as in ghopper. A name
          that begins with the same two letters as one of those is looked up, when nothing has
          been typed for 300 milliseconds, which takes another 600. Others are free at once.

        Searches, of the first two forms
          A search begins when nothing has been typed for 300 milliseconds, and takes another
          600. One that begins ends the one under way. What is searched is a part of the program
          and fails for these queries, so that there is something to see and to repeat:
            ones with fail in them   always
            ones with a digit        as many times as the last digit says, then no more:
                                     ad1 fails once, and when repeated finds what ad does

        News of members
          Ten times something happens by itself, once a second: somebody joins, leaves, or earns
          points. In a script, `wait 10` lets the next one happen.

        Exit statuses
          0    the form was left, or the script came to its end
          1    the terminal or the output failed
          2    the arguments or the script are wrong; standard error says where and how
          130  left with Ctrl-C

        Colours are left out where the environment has NO_COLOR.

        """

    /// A message to a user at a keyboard before a script is read from it.
    ///
    /// - Parameters:
    ///   - kind: The form that the script is for.
    ///   - obstacle: Why there is no form on the terminal; `nil` if the user asked for the script.
    static func waiting(for kind: FormKind, because obstacle: String?) -> String {
        let reason = obstacle.map { "ConsoleBinding: no form is shown, because \($0).\n" } ?? ""
        let example =
            switch kind {
            case .signUp: "type username ada"
            case .repositories: "type search swift"
            case .members: "choose members Grace"
            }
        return reason + """
            ConsoleBinding: waiting for a script on standard input, from this keyboard: one
            command a line, such as `\(example)` or `show`.
            Ctrl-D ends it, --help lists the commands.
            """
    }

    private static let commands = ScriptCommand.Word.allCases
        .map { "  " + $0.usage.padded(to: 22) + "  " + $0.summary }
        .joined(separator: "\n")
}
