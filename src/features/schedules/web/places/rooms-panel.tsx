import { Button } from '@mantine/core'
import { IconDoor } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { InUse, OutOfUseSwitch } from '#web/ui/in-use.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createRoom, listRooms, type Room } from '#features/schedules/contract.ts'
import { roomKindWord } from './room-labels.ts'

const RoomDialog = lazy(async () => ({ default: (await import('./room-dialog.tsx')).RoomDialog }))

const columns = (): Column<Room>[] => [
  { key: 'name', title: t('Name'), render: ({ name }) => <span className="strong">{name}</span> },
  { key: 'kind', title: t('Type'), hideOnPhone: true, render: ({ kind }) => roomKindWord(kind) },
  { key: 'department', title: t('Department'), hideOnPhone: true, render: ({ department_name }) => department_name ?? '' },
  { key: 'state', title: t('Status'), width: 130, render: ({ is_active }) => <InUse active={is_active} /> },
]

/** Where sessions are held: added, renamed, taken out of use. `isSecond`: below another list of the page. */
export const RoomsPanel = ({ isSecond }: { isSecond?: boolean }) => {
  const { can } = useRights()
  const [{ inactive }, set] = useUrlState({ inactive: z.literal('1') })
  const [opened, setOpened] = useState<Room | 'new' | null>(null)
  const rooms = useRows(query(listRooms, { query: inactive ? {} : { active: 'true' } }))
  const mayChange = can(createRoom)
  return (
    <>
      <div className="row wrap">
        <OutOfUseSwitch inactive={inactive} set={set} />
        <span className="grow" />
        {mayChange && <AddButton label={t('Add room')} onClick={() => setOpened('new')} isSecond={isSecond} />}
      </div>
      <DataTable
        label={t('Rooms')}
        columns={columns()}
        rows={rooms}
        rowKey={({ id }) => id}
        onOpen={mayChange ? setOpened : undefined}
        empty={
          <Empty
            icon={IconDoor}
            title={t('No rooms yet')}
            action={mayChange && <Button onClick={() => setOpened('new')}>{t('Add room')}</Button>}
          >
            {t('A room cannot be used by two doctors at the same time. Sessions do not need a room.')}
          </Empty>
        }
      />
      <Suspense>{opened && <RoomDialog room={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  )
}
