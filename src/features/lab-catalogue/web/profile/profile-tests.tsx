import { ActionIcon, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { listPanels } from '#features/lab-catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { moved } from '../panel/panel-values.ts'
import { kindWord } from '../labels.ts'
import type { ProfileValues } from './profile-form.tsx'
import styles from '../lab-catalogue.module.css'

/** The tests of a profile in the order of the report: added by a search, moved by Alt and an arrow, taken out by Delete. */
export const ProfileTests = ({ form }: { form: FormOf<ProfileValues> }) => {
  const list = useRef<HTMLOListElement>(null)
  const { data: panels = [] } = useQuery(query(listPanels, { query: {} }))
  const [sought, setSought] = useState('')
  const { panels: chosen } = form.values
  const set = (next: number[]) => {
    form.setFieldValue('panels', next)
    form.clearFieldError('panels')
  }
  const focus = (at: number) => setTimeout(() => list.current?.querySelectorAll<HTMLElement>('li')[at]?.focus())
  const move = (at: number, step: -1 | 1) => {
    set(moved(chosen, at, step))
    focus(Math.min(chosen.length - 1, Math.max(0, at + step)))
  }
  const remove = (at: number) => {
    set(chosen.filter((_, one) => one !== at))
    focus(Math.min(at, chosen.length - 2))
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.target !== event.currentTarget) return
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as Record<string, -1 | 1>)[event.key]
    if (event.key === 'Delete') remove(at)
    else if (step && event.altKey) move(at, step)
    else if (step) focus(Math.min(chosen.length - 1, Math.max(0, at + step)))
    else return
    event.preventDefault()
  }
  const left = panels.filter(({ id, is_active }) => is_active && !chosen.includes(id))
  return (
    <section className="section" aria-label={t('Tests')}>
      <h2>{t('Tests')}</h2>
      <p>{t('In report order. Alt with an arrow moves a test, Delete removes it.')}</p>
      <div className="form-stack">
        <Select
          label={t('Add a test')}
          placeholder={t('Search by name or code')}
          searchable
          limit={50}
          nothingFoundMessage={t('No matches')}
          data={left.map(({ id, code, name }) => ({ value: String(id), label: `${name} · ${code}` }))}
          searchValue={sought}
          onSearchChange={setSought}
          value={null}
          onChange={(id) => {
            if (id !== null) set([...chosen, Number(id)])
            setSought('')
          }}
          error={form.errors['panels']}
          data-path="panels"
        />
        <ol className={`panel lined ${styles.order}`} ref={list} aria-label={t('Tests')}>
          {chosen.map((id, at) => {
            const panel = panels.find((one) => one.id === id)
            const name = panel?.name ?? ''
            return (
              // Each line is a stop: its keys move it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li
                className="in-row gap-4"
                key={id}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
                onKeyDown={(event) => onKey(event, at)}
              >
                <span className={`num t3 ${styles.place}`}>{at + 1}</span>
                <span className={`num t2 ${styles.code} clip`}>{panel?.code}</span>
                <span className="grow clip strong" title={name}>
                  {name}
                </span>
                {panel && !panel.is_active && <Status tone="inactive">{t('Inactive')}</Status>}
                {panel && <span className="small t3 not-phone">{kindWord(panel.kind)}</span>}
                <ActionIcon tabIndex={-1} aria-label={t('Move {name} up', { name })} disabled={at === 0} onClick={() => move(at, -1)}>
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  tabIndex={-1}
                  aria-label={t('Move {name} down', { name })}
                  disabled={at === chosen.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon tabIndex={-1} aria-label={t('Remove {name}', { name })} onClick={() => remove(at)}>
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
          {chosen.length === 0 && <li className="in-row gap-4 t3">{t('No tests yet')}</li>}
        </ol>
      </div>
    </section>
  )
}
