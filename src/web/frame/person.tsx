import { lazy, Suspense, useState } from 'react'
import { PersonButton } from './person-button.tsx'

const loadPersonMenu = () => import('./person-menu.tsx')
const PersonMenu = lazy(async () => ({ default: (await loadPersonMenu()).PersonMenu }))

const warm = () => void loadPersonMenu()

/** The menu's code comes with the first wish for it. */
export const Person = () => {
  const [isWanted, setWanted] = useState(false)
  const button = <PersonButton onPointerEnter={warm} onFocus={warm} onClick={() => setWanted(true)} />
  return isWanted ? (
    <Suspense fallback={button}>
      <PersonMenu />
    </Suspense>
  ) : (
    button
  )
}
