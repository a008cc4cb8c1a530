import { ActionIcon, Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { createStore, useStore } from '../store.ts'

/** Something that waits for this person: a room puts it here, and takes it away when it is dealt with. */
export interface Notice {
  id: string
  text: string
  to: string
}
export const notices = createStore<readonly Notice[]>([])

/** The bell is there only when it has something to say. */
export const Bell = () => {
  const list = useStore(notices)
  if (list.length === 0) return null
  return (
    <Menu position="bottom-end">
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
