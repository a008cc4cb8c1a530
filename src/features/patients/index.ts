export { worstFirst } from './server/worst-first.ts'
