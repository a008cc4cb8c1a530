import { ActionIcon } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import type { MenuEntry } from '../feature.ts'
import { t } from '../i18n.ts'
import { savePreferences, usePreferences } from '../look/preferences.ts'
import { toggled } from '../menu.tsx'

/** Keeps a link in the menu of the person, or takes it out again. */
export const Pin = ({ entry: { to, label } }: { entry: MenuEntry }) => {
  const { menu_pinned: pinned = [] } = usePreferences()
  const isPinned = pinned.includes(to)
  const Sign = isPinned ? IconPinFilled : IconPin
  return (
    <ActionIcon
      aria-label={t('Keep in menu: {page}', { page: t(label) })}
      aria-pressed={isPinned}
      onClick={() => void savePreferences({ menu_pinned: toggled(pinned, to) })}
    >
      <Sign size={16} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}
