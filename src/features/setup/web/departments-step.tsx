import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { t } from '#web/i18n.ts'
import type { SetUp } from './use-set-up.ts'

const MOST = 50

/** The departments to begin with: a usual list that is changed by typing. */
export const DepartmentsStep = ({ form }: Pick<SetUp, 'form'>) => {
  const { departments } = form.values
  const list = useRef<HTMLUListElement>(null)
  const wantsFocus = useRef(false)
  // The box of a new department exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  })
  const add = () => {
    wantsFocus.current = true
    form.insertListItem('departments', '')
  }
  return (
    <>
      <p className="t2">{t('Keep what you have, remove what you do not, add what is missing.')}</p>
      <ul className="department-list" ref={list} aria-label={t('Departments')}>
        {departments.map((name, at) => (
          <li key={`${departments.length}-${at}`} className="row">
            <TextInput
              className="grow"
              aria-label={t('Department {{n}}', { n: at + 1 })}
              maxLength={60}
              {...form.getInputProps(`departments.${at}`)}
            />
            <ActionIcon
              aria-label={name.trim() === '' ? t('Remove department {{n}}', { n: at + 1 }) : t('Remove {{name}}', { name })}
              onClick={() => form.removeListItem('departments', at)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {departments.length < MOST && (
        <div>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('Add a department')}
          </Button>
        </div>
      )}
    </>
  )
}
