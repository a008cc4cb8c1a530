import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { fullName, initials } from '../text/format.ts'
import { t } from '../i18n.ts'
import { useMe } from '../look/preferences.ts'
import { session } from '../session/session.ts'
import { useStore } from '../state/store.ts'

/** The round mark and name that open the person's menu. */
export const PersonButton = (props: ComponentProps<'button'>) => {
  const { user } = useStore(session)
  const me = useMe()
  const name = me ? fullName(me) : (user?.first_name ?? '')
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...props}
      className="plain row"
      aria-label={t('User menu: {name}', { name })}
    >
      <span className="me" data-initials={initials(name)} />
      <span className="not-phone clip me-name">{name}</span>
      <IconChevronDown className="not-phone" size={14} aria-hidden />
    </button>
  )
}
