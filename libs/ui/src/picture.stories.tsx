import { Grid } from './layout'
import { Picture } from './picture'

export default {}

export const States = () => (
  <Grid gridTemplateColumns="repeat(auto-fill, minmax(10rem, 1fr))" gap="4">
    <Picture src="/media/cairn-trio-1.webp" alt="Cairn Trio" sizes="15rem" />
    <Picture src="/media/cairn-trio-1.webp" alt="Square corners" sizes="15rem" ratio={1} square />
    <Picture src="/media/cairn-trio-1.webp" alt="Sold out" sizes="15rem" faded />
    <Picture src={null} alt="Moss Balm" />
  </Grid>
)
