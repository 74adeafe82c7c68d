// EXAMPLE: getting started, program
import Foundation

let viewModel = GreetingViewModel()
let view = GreetingView(viewModel)
print(view.label.text)  // prints Who are you?

view.field.type("Ada")  // as the user does
print(viewModel.name, "/", view.label.text)  // prints Ada / Hello, Ada!
viewModel.name = "Grace"  // as the program does
print(view.field.text, "/", view.label.text)  // prints Grace / Hello, Grace!

Thread.detachNewThread {
    while let line = readLine() {
        DispatchQueue.main.async {  // on the main actor
            view.field.type(line)
            print(view.label.text)
        }
    }
    DispatchQueue.main.async { exit(0) }
}
dispatchMain()
// END
