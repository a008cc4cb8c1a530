import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { signLetter } from '../contract.ts'

const LetterDialog = lazy(async () => ({ default: (await import('./letter-dialog.tsx')).LetterDialog }))

interface Props {
  patient: number
  /** Null: about no visit in particular. */
  visit: number | null
}

/** The button with which a letter about a patient is written; nothing for those who may not. */
export const WriteLetter = ({ patient, visit }: Props) => {
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  if (!can(signLetter)) return null
  return (
    <>
      <Button leftSection={<IconMail size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('Write letter')}
      </Button>
      <Suspense>{isOpen && <LetterDialog patient={patient} visit={visit} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
