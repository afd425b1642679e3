// Routing for tests of pages.
export { createMemoryRouter } from 'react-router-dom'
