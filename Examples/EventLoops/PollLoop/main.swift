import Binding
import Glibc
import LoopChecks

let options = LoopChecks.Options(CommandLine.arguments)
let checks = LoopChecks("PollLoop", options)
let loop = PollLoop()
if options.hasHook {
    // EXAMPLE: poll inbox, use
    let inbox = Inbox()
    loop.watch(inbox.descriptor) { inbox.runFirst() }
    MainActorLoop.schedule { inbox.add($0) }
    // END
}
exit(checks.run(watch: loop.watch, loop: loop.run))
