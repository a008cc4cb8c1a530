import { Button, Group, Modal } from '@mantine/core'
import { t } from '#web/i18n.ts'
import { RefusalNote } from '../booking/refusal-note.tsx'
import { nameOf } from './entry-labels.ts'
import type { Refusal, Target } from './use-moves.ts'

interface Props {
  refusal: Refusal
  onClose: () => void
  onMove: (target: Target, overbook?: boolean) => void
  onOpen: (id: number) => void
}

/** Why an appointment went back to where it was, and the next free times to move it to instead. */
export const RefusedDialog = ({ refusal: { entry, target, why }, onClose, onMove, onOpen }: Props) => (
  <Modal
    opened
    onClose={onClose}
    title={t('The appointment of {name} was not moved', { name: nameOf(entry) })}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <div className="form-stack">
      <RefusalNote
        refusal={why}
        at={target}
        onTake={({ start, doctor, room }) => {
          onClose()
          onMove({ ...target, start, doctor, room })
        }}
        onOverbook={() => {
          onClose()
          onMove(target, true)
        }}
        onOpenOther={(id) => {
          onClose()
          onOpen(id)
        }}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('Keep as is')}</Button>
      </Group>
    </div>
  </Modal>
)
