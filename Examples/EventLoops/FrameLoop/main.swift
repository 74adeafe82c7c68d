import Glibc
import LoopChecks

let checks = LoopChecks("FrameLoop", LoopChecks.Options(CommandLine.arguments))
var inputs: [(descriptor: Int32, action: @MainActor () -> Void)] = []
let loop = FrameLoop { for input in inputs { input.action() } }
exit(checks.run(watch: { inputs.append(($0, $1)) }, loop: loop.run))
