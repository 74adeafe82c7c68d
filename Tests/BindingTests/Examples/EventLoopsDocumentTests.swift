import Binding
import BindingControls
import Foundation
import TestSupport
import Testing

// The example of Documentation/EventLoops.md that is no loop; those are programs in Examples/EventLoops.

// EXAMPLE: values from other threads

extension C27EventLoopTests {
    @Test("C27: a structure of wrapped properties takes values on any thread, for a view model on the main actor")
    @MainActor
    func valuesFromOtherThreads() async {
        let viewModel = DownloadViewModel()
        let bag = DisposeBag()
        var (progress, reports) = ([Double](), [String]())
        bag.insert(viewModel.state.$progress.drive(onNext: { progress.append($0) }))
        bag.insert(viewModel.state.$report.emit(onNext: { reports.append($0) }))
        viewModel.start()
        await eventually { progress.count == 5 && reports.count == 1 }
        #expect(progress == [0, 0.25, 0.5, 0.75, 1])
        #expect(reports == ["done"])
    }
}
