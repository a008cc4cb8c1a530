import { Button, Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { t } from '../i18n.ts'
import { openHelp } from './help-shown.ts'
import { keyLabel, useRegisteredKeys, type ScreenKey } from '../keyboard/keys.ts'

const EVERYWHERE: readonly string[] = ['Mod+K', 'F1', '?']
const isEverywhere = ({ keys }: ScreenKey) => EVERYWHERE.includes(keys)

/** What each key does: its newest meaning, in the order of the screen, and last what works everywhere. */
export const sheetOf = (registered: readonly ScreenKey[]): ScreenKey[] => {
  const newest = registered.filter((key, at) => registered.findLastIndex(({ keys }) => keys === key.keys) === at)
  return [...newest.filter((key) => !isEverywhere(key)), ...newest.filter(isEverywhere)]
}

/** The keys that work on the screen underneath. */
export const KeysSheet = ({ close }: { close: () => void }) => {
  const keys = useRegisteredKeys()
  const table = [
    { keys: '↑ ↓', label: t('Move through a list') },
    { keys: 'Enter', label: t('Open, or submit a form') },
    { keys: 'Esc', label: t('Close') },
  ]
  return (
    <Modal opened onClose={close} title={t('Keyboard shortcuts')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <dl className="keys-list">
        {[...sheetOf(keys), ...table].map((key) => (
          <Fragment key={key.keys}>
            <dt>{key.label}</dt>
            <dd style={{ margin: 0 }}>
              <Kbd>{keyLabel(key.keys)}</Kbd>
            </dd>
          </Fragment>
        ))}
      </dl>
      <Button className="mt-4" variant="default" onClick={openHelp}>
        {t('Help')}
      </Button>
    </Modal>
  )
}
