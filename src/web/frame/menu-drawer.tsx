import { Drawer } from '@mantine/core'
import { t } from '../i18n.ts'
import type { MenuGroup } from '../menu.tsx'
import { MenuList } from './menu-list.tsx'

interface Props {
  groups: readonly MenuGroup[]
  title?: string
  close: () => void
}

/** The menu on a phone: over the page, gone once a screen is chosen. */
export const MenuDrawer = ({ groups, title, close }: Props) => (
  <Drawer opened onClose={close} title={title} size={300} closeButtonProps={{ 'aria-label': t('Close') }}>
    <nav className="drawer" aria-label={t('Main menu')}>
      <MenuList groups={groups} onGo={close} />
    </nav>
  </Drawer>
)
