import { Kbd, Modal } from '@mantine/core'
import { Fragment } from 'react'
import { t } from '../i18n.ts'
import { keyLabel, useRegisteredKeys } from '../keys.ts'

/** The keys that work on the screen underneath. */
export const KeysSheet = ({ close }: { close: () => void }) => {
  const keys = useRegisteredKeys()
  const table = [
    { keys: '↑ ↓', label: t('Move through a list') },
    { keys: 'Enter', label: t('Open, or send a form') },
    { keys: 'Esc', label: t('Close') },
  ]
  return (
    <Modal opened onClose={close} title={t('Keys of this screen')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <dl className="keys-list">
        {[...keys.toReversed(), ...table].map((key) => (
          <Fragment key={key.keys}>
            <dt>{key.label}</dt>
            <dd style={{ margin: 0 }}>
              <Kbd>{keyLabel(key.keys)}</Kbd>
            </dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  )
}
