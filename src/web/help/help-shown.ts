import { createStore } from '../state/store.ts'

/** What is open over the page: the manual, at one of its pages or at the one of this screen, the keys of the screen, or neither. */
export const helpShown = createStore<{ page: string | null } | 'keys' | null>(null)

export const openHelp = () => helpShown.set({ page: null })
export const openHelpPage = (page: string) => helpShown.set({ page })
export const openKeys = () => helpShown.set('keys')
export const closeHelp = () => helpShown.set(null)
