import { createStore } from '../state/store.ts'

/** What is open over the page: the help, the keys of the page, or neither. */
export const helpShown = createStore<'manual' | 'keys' | null>(null)

export const openHelp = () => helpShown.set('manual')
export const openKeys = () => helpShown.set('keys')
export const closeHelp = () => helpShown.set(null)
