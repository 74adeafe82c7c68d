import Testing
import Unidirectional
