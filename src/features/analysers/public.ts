export { openAnalysers, type Analysers } from './server/line/open-analysers.ts'
