import 'tesseract.js/src/worker-script/node/index.js'
import { freezePrototypes } from '../freeze-prototypes.ts'

// The thread in which OCR runs.
freezePrototypes()
