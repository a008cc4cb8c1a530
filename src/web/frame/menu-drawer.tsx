import { Drawer } from '@mantine/core'
import { IconArrowLeft, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../i18n.ts'
import { MenuList } from './menu-list.tsx'
import { MoreList } from './more-list.tsx'
import type { OwnMenu } from './own-menu.ts'

interface Props {
  own: OwnMenu
  title?: string | undefined
  close: () => void
}

/** The menu on a phone: over the page, gone once a page is chosen. More is its second page. */
export const MenuDrawer = ({ own, title, close }: Props) => {
  const [isMore, setMore] = useState(false)
  const Sign = isMore ? IconArrowLeft : IconDots
  const turn = (
    <button type="button" className="plain group" onClick={() => setMore(!isMore)}>
      <Sign size={18} stroke={1.5} aria-hidden />
      {isMore ? t('Back to menu') : t('More')}
    </button>
  )
  return (
    <Drawer opened onClose={close} title={isMore ? t('More pages') : title} size={300} closeButtonProps={{ 'aria-label': t('Close') }}>
      <nav className="drawer" aria-label={t('Main menu')}>
        {isMore && turn}
        {isMore ? <MoreList own={own} onGo={close} /> : <MenuList own={own} onGo={close} />}
        {!isMore && turn}
      </nav>
    </Drawer>
  )
}
