import { DepartmentField } from '#features/company/web/department-field.tsx'
import { type Room, rooms } from '#features/schedules/contract.ts'
import { t } from '#web/i18n.ts'
import { CatalogueDialog } from '#web/record/catalogue-dialog.tsx'
import { roomKindWord } from './room-labels.ts'

interface Props {
  /** Null adds one. */
  room: Room | null
  onClose: () => void
}

/** Adds a room, or changes one. */
export const RoomDialog = ({ room, onClose }: Props) => (
  <CatalogueDialog
    catalogue={rooms}
    row={room}
    add={t('Add room')}
    fresh={{ kind: 'consulting room' }}
    words={{ kind: roomKindWord }}
    boxes={(form) => ({
      department: (
        <DepartmentField
          key="department"
          row={room}
          {...form.getInputProps('department')}
          value={form.values.department}
          onChange={(id) => form.setFieldValue('department', id)}
        />
      ),
    })}
    onClose={onClose}
  />
)
