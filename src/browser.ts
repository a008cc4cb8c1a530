import { start } from './web/main.tsx'
import { features } from './features/browser.ts'

start(features)
