# all tests against optimized libraries, in an order by the seed; a release build without warnings; a report in a browser; GTK

optimized=(-c release -Xswiftc -enable-testing --scratch-path .build-optimized "${plain[@]}")
# Both builds end with large modules, one by one, and the tests run one after the other: beside each other, they keep both
# processors busy.
meanwhile "GTK's build" nice Toolkits/GTK/build
step "B: release build without a warning, with tests"
rm -rf .build-optimized
BINDING_OPTIMIZED=1 without "warning:" swift build --build-tests "${optimized[@]}"
step "B: tests against optimized libraries, one after the other, in an order by the seed"
BINDING_OPTIMIZED=1 logged "$work/log" .ci/shuffled "$BINDING_SEED" "${optimized[@]}"
step "B: the page of a report, in a browser"
if command -v chromium || command -v chromium-browser || command -v google-chrome; then
    Tests/ReportPage/check "$(swift build "${optimized[@]}" --show-bin-path)/ConsoleBinding"
else
    not_seen "the page of a report: there is no browser, and this system's packages have none"
fi
# With real key presses, on a virtual display.
step "B: GTK: a build without a warning, tests"
finished "GTK's build"
Toolkits/GTK/test
step "B: the site, with the reference of GTK's classes"
Toolkits/GTK/reference "$work/reference"
Documentation/site build --modules "$(swift build "${optimized[@]}" --show-bin-path)/Modules" --gtk "$work/reference"
step "B: GTK: figures"
Toolkits/GTK/figures
