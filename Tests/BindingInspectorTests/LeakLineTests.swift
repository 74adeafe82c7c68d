import Binding
import BindingControls
import BindingInspector
import BindingOperators
import BindingTesting
import TestSupport
import Testing

extension InspectorTests {
    @Suite
    struct LeakLineTests {
        @Test(.enabled(if: !Optimization.isOn))
        func `a leak check names the bindings that are left with their lines`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let (relay, label) = (BehaviorRelay(value: ""), Label())
                var kept: [DisposeBag] = []
                let error = #expect(throws: LeakedObjects.self) {
                    try withoutLeaks {
                        _ = boundInBlock(relay, Label())
                        kept.append(boundInBlock(relay, label))
                    }
                }
                #expect(error?.bindings == ["BehaviorRelay<String> => Label.text (SignUpForm.swift:77)"])
                let message =
                    "Bindings that are still there:\n  BehaviorRelay<String> => Label.text (SignUpForm.swift:77)"
                #expect(error?.description.hasSuffix(message) == true)
                kept = []
            }
        }

        @Test(.enabled(if: !Optimization.isOn))
        func `a leak check does not name the bindings of others`() async {
            await #expect(processExitsWith: .success) { @MainActor in
                inspector.start()
                let relay = BehaviorRelay(value: "")
                let before = boundInBlock(relay, Label())
                let kept = Guarded<BehaviorRelay<Int>?>(nil)
                let error = #expect(throws: LeakedObjects.self) {
                    try withoutLeaks { kept.replace(with: BehaviorRelay(value: 1)) }
                }
                #expect(error?.bindings == [])
                before.dispose()
            }
        }
    }
}
