import { ActionIcon, Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { useStore } from '../store.ts'
import { notices } from './notices.ts'

/** What waits for this person. Shown only when there is something. */
export const Bell = () => {
  const list = useStore(notices)
  return (
    <Menu withinPortal={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon className="bell" aria-label={t('Notifications: {{count}}', { count: list.length })}>
          <IconBell size={18} stroke={1.5} aria-hidden />
          <b className="num">{list.length}</b>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {list.map(({ id, text, to }) => (
          <Menu.Item key={id} component={Link} to={to}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
