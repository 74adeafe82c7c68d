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
    /// @Validated(as: .format(.dateTime.day().month().year())) var birthday = Calendar.current.startOfDay(for: .now)
    /// ```
    ///
    /// The locale is that of the process unless the style has one. The whole text must be readable: Foundation by
    /// itself reads "12abc" as 12 and, where a comma separates thousands, "1,5" as 1; both are refused here, as are
    /// numbers outside the type's range, and decimals for an integer. Whitespace at both ends is ignored, and the sign
    /// of a currency or a percentage may be missing. The sentence for text that cannot be read names an example: "Write
    /// it as in '12,50 €'".
    ///
    /// Text is refused if its value would be shown as another one: "12,345" by a style with two decimals, which shows
    /// "12,34"; `.number` has six. So a user sees the value that the program has. A value that the program sets is shown
    /// as the style rounds it: where a style shows no time, set the start of a day, as above.
    ///
    /// Text is also refused if it names another date than is shown for it: Foundation by itself reads the 30th of February
    /// as the 2nd of March and, by ISO 8601, 27 as the year 27. With ISO 8601, this does not hold for times of other zones.
    ///
    /// Not every style can be read: `.number.notation(.compactName)` shows "1.2K", which is refused. A currency by its name
    /// ("12.50 euros") is read only exactly as it is shown.
    ///
    /// - Parameter style: A style that can be read, such as `.number`, `.percent`, `.currency(code:)`, `.dateTime` or
    ///   `.iso8601`.
    public static func format<Style: ParseableFormatStyle & Sendable>(
        _ style: Style
    ) -> ValueConverter where Style.FormatInput == Value, Style.FormatOutput == String {
        ValueConverter(
            parse: { try FormatReader(style: style, strategy: style.parseStrategy, isLenient: true).read($0) },
            format: { style.format($0) })
    }

    /// Text that one of Foundation's format styles shows, and that a parse strategy reads.
    ///
    /// ```swift
    /// let day = Date.VerbatimFormatStyle(
    ///     format: "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)", timeZone: .gmt, calendar: .current)
    /// let strict = Date.ParseStrategy(
    ///     format: "\(day: .twoDigits).\(month: .twoDigits).\(year: .defaultDigits)", timeZone: .gmt, isLenient: false)
    /// @Validated(as: .optional(.format(day, strategy: strict))) var birthday: Date? = nil
    /// ```
    ///
    /// Text that cannot be read, or would be shown as another value, is refused as by ``format(_:)``. Which dates text
    /// names is left to the strategy.
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
            parse: { try FormatReader(style: style, strategy: strategy, isLenient: false).read($0) },
            format: { style.format($0) })
    }
}
