export { unitText } from '../unit-text.ts'
