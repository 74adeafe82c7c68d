import Binding

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ValueConverter where Raw == String {
    /// Text in one of Foundation's format styles: localized numbers, currencies and dates.
    ///
    /// ```swift
    /// viewModel.$price <=> field.rx.text.converted(by: .format(.currency(code: "EUR")))
    /// @Validated(as: .format(.number.locale(Locale(identifier: "de_DE"))), .in(0...)) var weight = 0.5      // "0,5"
    /// @Validated(as: .format(.dateTime.day().month().year())) var birthday = Date()
    /// ```
    ///
    /// The locale is that of the process unless the style has one. The whole text must be readable: Foundation by
    /// itself reads "12abc" as 12 and, where a comma separates thousands, "1,5" as 1; both are refused here, as are
    /// numbers outside the type's range, and decimals for an integer. Whitespace at both ends is ignored, and the sign
    /// of a currency or a percentage may be missing. The sentence for text that cannot be read names an example: "Write
    /// it as in '12,50 €'".
    ///
    /// A value is shown as the style rounds it, so the text may be read as another value. Not every style can be read:
    /// `.number.notation(.compactName)` shows "1.2K", which is refused. A currency by its name ("12.50 euros") is read
    /// only exactly as it is shown. Foundation's date styles read the 31st of February as the 3rd of March;
    /// ``format(_:strategy:)`` takes a strategy that does not.
    ///
    /// - Parameter style: A style that can be read, such as `.number`, `.percent`, `.currency(code:)`, `.dateTime` or
    ///   `.iso8601`.
    public static func format<Style: ParseableFormatStyle & Sendable>(
        _ style: Style
    ) -> ValueConverter where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueConverter(
            parse: { try FormatReader(style: style, strategy: style.parseStrategy).read($0) },
            format: { style.format($0) })
    }

    /// Text that one of Foundation's format styles shows, and that a parse strategy reads.
    ///
    /// ```swift
    /// let day = Date.VerbatimFormatStyle(
    ///     format: "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)", timeZone: .gmt, calendar: .current)
    /// let strict = Date.ParseStrategy(
    ///     format: "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)", timeZone: .gmt, isLenient: false)
    /// @Validated(as: .format(day, strategy: strict)) var birthday = Date()
    /// ```
    ///
    /// Text that cannot be read is handled as by ``format(_:)``.
    ///
    /// - Parameters:
    ///   - style: The style in which a value is shown.
    ///   - strategy: The strategy that reads text. It should read the output of the style.
    public static func format<Style: FormatStyle & Sendable, Strategy: ParseStrategy & Sendable>(
        _ style: Style, strategy: Strategy
    ) -> ValueConverter
    where
        Style.FormatInput == Value, Style.FormatOutput == String, Strategy.ParseInput == String,
        Strategy.ParseOutput == Value
    {
        ValueConverter(
            parse: { try FormatReader(style: style, strategy: strategy).read($0) },
            format: { style.format($0) })
    }
}
