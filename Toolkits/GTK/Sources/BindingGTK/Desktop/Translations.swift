import CBindingGTK
import CGTK

/// The translations of the program's texts, by gettext.
///
/// ```swift
/// Translations.use("letters", in: "/usr/share/locale")  // before the first text
/// let title = Label(translated("Letters"))
/// viewModel.$letters.map { translated("%d letter", "%d letters", $0.count) } => count.rx.label
/// ```
///
/// The texts in a program are found by `xgettext`, which reads Swift as C, but not what is interpolated into other texts:
///
/// ```sh
/// xgettext --language=C --from-code=UTF-8 -ktranslated:1,1t -ktranslated:1,2c,2t -ktranslated:1,2,3t -o letters.pot *.swift
/// ```
public enum Translations {
    /// Makes a domain that of the program's texts, and of the texts in `.ui` files that name none.
    ///
    /// - Parameters:
    ///   - domain: The name of the files with the translations, such as `letters` for `de/LC_MESSAGES/letters.mo`.
    ///   - folder: The folder with the folders of the languages; `nil` for the system's.
    @MainActor
    public static func use(_ domain: String, in folder: String? = nil) {
        require(
            !domain.isEmpty && !domain.contains("/"),
            "Translations.use(\"\(domain)\"): a domain is the name of a file without its ending, such as 'letters'.")
        // The language of the user, which GTK sets.
        Desktop.open()
        binding_use_translations(domain, folder)
    }
}

/// The translation of a text to the user's language; the text itself if there is none.
///
/// - Parameters:
///   - text: The text, without parts that are put together while the program runs.
///   - context: What the text belongs to, if the same words are translated differently elsewhere.
public func translated(_ text: String, context: String? = nil) -> String {
    // gettext has the header of the file for an empty text.
    guard !text.isEmpty else { return "" }
    let key = context.map { "\($0)\u{4}\(text)" } ?? text
    let translation = key.withCString { String(cString: binding_translated($0)) }
    return translation == key ? text : translation
}

/// The translation of a text that depends on a number, which is put in place of `%d`.
///
/// - Parameters:
///   - singular: The text for one.
///   - plural: The text for other numbers.
///   - count: The number.
public func translated(_ singular: String, _ plural: String, _ count: Int) -> String {
    let text = singular.withCString { singular in
        plural.withCString { plural in
            String(cString: binding_translated_count(singular, plural, UInt(count.magnitude)))
        }
    }
    guard let place = text.firstRange(of: "%d") else { return text }
    return text.replacingCharacters(in: place, with: "\(count)")
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
