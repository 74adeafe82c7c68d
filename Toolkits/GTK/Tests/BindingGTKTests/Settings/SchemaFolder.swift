import CGTK

/// A folder with compiled schemas, which is made once in a process, among the temporary files.
enum SchemaFolder {
    static let compiled = Result { try make() }

    private static let schemas = """
        <schemalist>
          <schema id="org.example.Letters">
            <key name="font-size" type="i"><range min="6" max="48"/><default>11</default></key>
            <key name="shows-preview" type="b"><default>true</default></key>
            <key name="name" type="s"><default>"Ada"</default></key>
            <key name="zoom" type="d"><default>1.0</default></key>
            <key name="theme" type="s">
              <choices><choice value="light"/><choice value="dark"/></choices><default>"light"</default>
            </key>
            <key name="recent" type="as"><default>[]</default></key>
            <key name="numbers" type="ai"><default>[1]</default></key>
            <key name="signature" type="ms"><default>nothing</default></key>
            <key name="byte" type="y"><default>0</default></key>
            <key name="short" type="n"><default>0</default></key>
            <key name="word" type="q"><default>0</default></key>
            <key name="count" type="u"><default>0</default></key>
            <key name="long" type="x"><default>0</default></key>
            <key name="size" type="t"><default>0</default></key>
            <key name="window-width" type="i"><default>600</default></key>
            <key name="window-height" type="i"><default>400</default></key>
            <key name="window-maximized" type="b"><default>false</default></key>
          </schema>
          <schema id="org.example.Notes" path="/org/example/notes/">
            <key name="font-size" type="i"><default>11</default></key>
            <key name="window-width" type="i"><default>600</default></key>
            <key name="window-height" type="i"><default>400</default></key>
            <key name="window-maximized" type="b"><default>false</default></key>
          </schema>
        </schemalist>
        """

    private struct Failure: Error {}

    private static func make() throws -> String {
        guard let made = g_dir_make_tmp("binding-schemas-XXXXXX", nil) else { throw Failure() }
        defer { g_free(made) }
        let folder = String(cString: made)
        let file = "\(folder)/org.example.gschema.xml"
        guard g_file_set_contents(file, schemas, -1, nil) != 0 else { throw Failure() }
        var status: gint = -1
        guard g_spawn_command_line_sync("glib-compile-schemas --strict \(folder)", nil, nil, &status, nil) != 0,
            status == 0
        else { throw Failure() }
        return folder
    }
}
