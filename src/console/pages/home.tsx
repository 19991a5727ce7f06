// The front page: what this service is, and links to start.
import { ButtonLink, Buttons } from '../components/button.tsx';
import { Avatar, Badge, Card } from '../components/card.tsx';
import { BarChart } from '../components/chart.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { money } from '../format.tsx';
import { openPage } from '../page.ts';
import type { Visit } from '../visit.ts';

const POINTS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'program',
    title: 'Programs and creators',
    text: 'Say what you want made and what you pay for it. Creators apply, you review what they send.',
  },
  {
    icon: 'chart',
    title: 'Results you can trace',
    text: 'A pixel and server events credit each sale to the work that led to it.',
  },
  {
    icon: 'card',
    title: 'Payments that add up',
    text: 'Pay follows from your rules. Your card is charged once, and every cent is in the books.',
  },
  {
    icon: 'key',
    title: 'Open to your own programs',
    text: 'Everything here is an API: keys, signed webhooks, and apps that ask before they act for you.',
  },
];

const WEEK = [12, 18, 9, 24, 31, 27, 38].map((value, index) => ({
  label: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][index]!,
  value: value * 4_000,
}));

/** A picture of the product, made from its own components. Screen readers skip it. */
function Picture() {
  return (
    <div class="hero-picture" aria-hidden="true">
      <Card title="Summer launch" action={<Badge tone="success">Live</Badge>}>
        <BarChart title="Sales from creators" points={WEEK} say={(value) => money(value, 'usd')} />
        {[
          { name: 'Mia Torres', amount: 84_000 },
          { name: 'Jon Park', amount: 61_500 },
        ].map(({ name, amount }) => (
          <div class="pay-line">
            <Avatar name={name} />
            <span>{name}</span>
            <Badge tone="success">Paid</Badge>
            <span>{money(amount, 'usd')}</span>
          </div>
        ))}
      </Card>
    </div>
  );
}

const home = openPage({
  path: '/',
  show: (at: Visit) => ({
    title: 'Creator marketing, from brief to payout',
    layout: 'wide',
    body: (
      <>
        <section class="hero">
          <div class="hero-words">
            <h1>Creator marketing, from the brief to the payout</h1>
            <p class="lead">
              {at.vars.SERVICE_NAME} runs programs with creators: who takes part, what they make, what it
              sold, and what each of them is paid for it.
            </p>
            <Buttons>
              <ButtonLink href="/sign-up">Create an account</ButtonLink>
              <ButtonLink look="secondary" href="/app">
                Open the console
              </ButtonLink>
            </Buttons>
          </div>
          <Picture />
        </section>
        <section class="points" aria-label="Features">
          {POINTS.map(({ icon, title, text }) => (
            <div class="point">
              <Icon name={icon} size={24} />
              <h2>{title}</h2>
              <p class="quiet">{text}</p>
            </div>
          ))}
        </section>
        <p class="quiet">
          Building something? The API reference is under “Developers” in the workspace of each brand and
          agency, beside its keys.
        </p>
      </>
    ),
  }),
});

export const homePages = [home];
