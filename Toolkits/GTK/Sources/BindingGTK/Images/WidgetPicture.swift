import CGTK

extension Widget {
    /// Draws the widget into a file, as for a program's page in a software center. It has to be in a window that is
    /// shown, or be one.
    ///
    /// - Parameters:
    ///   - path: The path of the PNG file to write.
    ///   - scale: The number of the file's pixels per pixel of the widget, in each direction.
    /// - Returns: Whether the widget could be drawn and the file be written.
    public final func savePicture(to path: String, scale: Int = 1) -> Bool {
        let paintable = gtk_widget_paintable_new(widget)
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
        let snapshot = gtk_snapshot_new()
        gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
        defer { gsk_render_node_unref(node) }
        // All of it, and not only where something is drawn.
        let size = graphene_size_t(width: Float(Int(width) * scale), height: Float(Int(height) * scale))
        var area = graphene_rect_t(origin: graphene_point_t(x: 0, y: 0), size: size)
        guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native),
            let texture = gsk_renderer_render_texture(renderer, node, &area)
        else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return gdk_texture_save_to_png(texture, path) != 0
    }
}
