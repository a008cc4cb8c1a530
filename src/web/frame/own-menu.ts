import { useLocation } from 'react-router'
import type { MenuEntry } from '../feature.ts'
import { entryAt, menuFor, useMenu, type MenuGroup } from '../menu.tsx'
import { groupOutside, visibleMenu } from '../menu-by-role.ts'
import { useMe, usePreferences } from '../look/preferences.ts'
import { useRights } from '../session/rights.ts'

export interface OwnMenu {
  /** Everything that the person may open. */
  open: readonly MenuGroup[]
  /** What is in sight: where the person works, and what they pinned. */
  menu: readonly MenuGroup[]
  /** The same without what is pinned. */
  unpinned: readonly MenuGroup[]
  pinned: readonly string[]
  /** The names of the person's groups. */
  groups: readonly string[]
  here: MenuEntry | undefined
  /** The page that is shown, in its group, where the menu does not have it. */
  outside: MenuGroup | undefined
}

/** The menu of the person signed in, at the page that is shown. */
export const useOwnMenu = (): OwnMenu => {
  const rights = useRights()
  const open = menuFor(rights, useMenu())
  const groups = useMe()?.groups.map(({ name }) => name) ?? []
  const { menu_pinned: pinned = [] } = usePreferences()
  const here = entryAt(useLocation().pathname, open)
  const owner = { open, groups, rights }
  const menu = visibleMenu(owner, pinned)
  return { open, menu, unpinned: visibleMenu(owner), pinned, groups, here, outside: groupOutside(here, open, menu) }
}
