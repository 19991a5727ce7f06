// Charts are drawn on the server, with their content in text as well.

export interface Point {
  label: string;
  value: number;
}

const [WIDTH, HEIGHT] = [640, 176];
const WIDEST_BAR = 64;

/**
 * One bar for each point. Screen readers get the same data as a table.
 * @param say formats a value for people.
 */
export function BarChart({
  title,
  points,
  say,
}: {
  title: string;
  points: readonly Point[];
  say: (value: number) => string;
}) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const step = WIDTH / Math.max(1, points.length);
  const width = Math.min(step * 0.64, WIDEST_BAR);
  const height = (value: number) => Math.round((Math.max(0, value) / most) * (HEIGHT - 16));
  const labelled = Math.max(1, Math.ceil(points.length / 5));
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <span class="quiet">Peak: {say(Math.max(0, ...points.map(({ value }) => value)))}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" class="chart-drawing">
        {[0, 0.5, 1].map((part) => {
          const y = HEIGHT - part * (HEIGHT - 16);
          return <line class="chart-line" x1="0" x2={WIDTH} y1={y} y2={y} />;
        })}
        {points.map(({ value }, index) => (
          <rect
            class="chart-bar"
            x={index * step + (step - width) / 2}
            width={width}
            y={HEIGHT - height(value)}
            height={height(value)}
            rx="3"
          />
        ))}
      </svg>
      <div class="chart-labels" aria-hidden="true">
        {points.map(({ label }, index) => (
          <span>{index % labelled === 0 && label}</span>
        ))}
      </div>
      <table class="only-heard">
        <caption>{title}</caption>
        <tbody>
          {points.map(({ label, value }) => (
            <tr>
              <th scope="row">{label}</th>
              <td>{say(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
