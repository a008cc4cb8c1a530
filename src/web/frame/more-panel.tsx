import { Drawer } from '@mantine/core'
import { t } from '../i18n.ts'
import styles from './more.module.css'
import { MoreList } from './more-list.tsx'
import type { OwnMenu } from './own-menu.ts'

interface Props {
  own: OwnMenu
  isRail: boolean
  close: () => void
}

/** The pages that the menu does not show, beside it. */
export const MorePanel = ({ own, isRail, close }: Props) => (
  <Drawer
    opened
    onClose={close}
    title={t('More pages')}
    size={320}
    classNames={{ inner: isRail ? styles.besideRail : styles.beside }}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <MoreList own={own} onGo={close} />
  </Drawer>
)
