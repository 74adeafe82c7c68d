#include "CBindingGTK.h"
