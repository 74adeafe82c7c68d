import BindingGTK
import CGTK
import CMemory
import Glibc

/// What remains of windows that were opened, drawn and closed.
@MainActor
enum Windows {
    static func add(to table: inout Table) async {
        let model = FormModel()
        let plain = await growth { Form.plain() }
        let bound = await growth {
            model.name += "."
            return Form(model).typed()
        }
        let name = "900 windows with a form, opened and closed"
        table.add("\(name): more memory in use", max(0, bound.heap), "KiB", plain: max(0, plain.heap), bar: 1_024)
        table.add("\(name): larger by", max(0, bound.resident), "KiB", plain: max(0, plain.resident), bar: 4_096)
        await until { Form.alive == 0 && Form.connections == 0 && objects == 0 }
        table.add("\(name): windows, connections and objects of C left", 0, "", plain: nil, bar: 0)
    }

    /// The growth of the process from the 100th window to the 1,000th.
    private static func growth(
        _ make: () -> UnsafeMutablePointer<GtkWindow>
    ) async -> (heap: Double, resident: Double) {
        var (heap, size) = (0.0, 0.0)
        for number in 1...1_000 {
            let window = make()
            count(window)
            gtk_window_present(window)
            let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
            await until { gdk_frame_clock_get_frame_counter(gtk_widget_get_frame_clock(widget)) > 0 }
            gtk_window_close(window)
            await until { objects < 10 }
            if number == 100 { (heap, size) = (memory, resident) }
        }
        await until { objects == 0 }
        return (memory - heap, resident - size)
    }

    /// The number of windows, and objects in them, that are alive.
    private nonisolated(unsafe) static var objects = 0

    private static func count(_ window: UnsafeMutablePointer<GtkWindow>) {
        let grid = gtk_window_get_child(window)!
        var child = gtk_widget_get_first_child(grid)
        follow(UnsafeMutableRawPointer(window))
        follow(UnsafeMutableRawPointer(grid))
        while let widget = child {
            follow(UnsafeMutableRawPointer(widget))
            child = gtk_widget_get_next_sibling(widget)
        }
    }

    private static func follow(_ object: UnsafeMutableRawPointer) {
        objects += 1
        g_object_weak_ref(object.assumingMemoryBound(to: _GObject.self), { _, _ in Windows.objects -= 1 }, nil)
    }

    /// The memory that the process has allocated, in KiB.
    private static var memory: Double { Double(mallinfo2().uordblks) / 1_024 }

    /// The resident size of the process, in KiB.
    private static var resident: Double {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let words = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }.split(separator: " ")
        return (Double(words[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_024
    }
}
