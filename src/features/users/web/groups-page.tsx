import { Button, Kbd, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { createGroup } from '../contract-rights.ts'
import { AddGroupDialog } from './group-dialog.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import { type Matrix, useMatrix } from './use-matrix.ts'
import { type RightsGroup, useGroups } from './use-groups.ts'
import './users.css'

const PHONE = '(max-width: 700px)'

const SaveBar = ({ matrix }: { matrix: Matrix }) => {
  const { changes, save, discard, isSaving } = matrix
  useKeys([{ keys: 'Mod+S', label: t('Save permissions'), run: save, always: true }])
  const text = changes
    .map(({ group, added, removed }) =>
      [t(group.name), added.length > 0 && `+${number(added.length)}`, removed.length > 0 && `−${number(removed.length)}`]
        .filter(Boolean)
        .join(' '),
    )
    .join(' · ')
  return (
    <div className="save-bar" role="region" aria-label={t('Changes that are not saved')}>
      <span className="grow num">
        <b>{t('Not saved yet')}</b> <span className="t2">{text}</span>
      </span>
      <Button onClick={discard} disabled={isSaving}>
        {t('Discard')}
      </Button>
      <Button variant="filled" onClick={save} loading={isSaving} rightSection={<Kbd className="not-phone">{keyLabel('Mod+S')}</Kbd>}>
        {t('Save permissions')}
      </Button>
    </div>
  )
}

/** The browser asks before it leaves ticks that are not saved. */
const useLeaveWarning = (isDirty: boolean) => {
  // Leaving is the browser's business, outside React.
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

const Loaded = ({ groups }: { groups: RightsGroup[] }) => {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false })
  const [only, setOnly] = useState(String(groups[0]?.id))
  const matrix = useMatrix(groups)
  useLeaveWarning(matrix.changes.length > 0)
  const shown = isPhone ? groups.filter(({ id }) => String(id) === only) : groups
  return (
    <>
      {matrix.refusals.length > 0 && (
        <Note tone="attention" alert>
          {matrix.refusals.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Note>
      )}
      {isPhone && (
        <Select
          label={t('Group')}
          allowDeselect={false}
          data={groups.map(({ id, name }) => ({ value: String(id), label: t(name) }))}
          value={only}
          onChange={(id) => id && setOnly(id)}
        />
      )}
      <RightsMatrix groups={shown} matrix={matrix} />
      {matrix.changes.length > 0 && <SaveBar matrix={matrix} />}
    </>
  )
}

/** What each group may do: ticked, looked at, saved together. */
export const GroupsPage = () => {
  const { can } = useRights()
  const groups = useGroups()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = can(createGroup)
  return (
    <Page
      title={t('Groups and permissions')}
      sub={t('A person may do what any of their groups may. Choose a group’s name to see the program as its members do.')}
      actions={mayAdd && <AddButton label={t('Add group')} onClick={() => setAdding(true)} quiet />}
    >
      <FourStates of={groups}>{(data) => <Loaded groups={data} />}</FourStates>
      {isAdding && <AddGroupDialog groups={groups.data ?? []} onClose={() => setAdding(false)} />}
    </Page>
  )
}
