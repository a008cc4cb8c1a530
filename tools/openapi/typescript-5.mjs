// openapi-typescript prints its types with the programming interface of TypeScript 5, which the TypeScript of this project no longer has.
import { registerHooks } from 'node:module'

registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context) })
