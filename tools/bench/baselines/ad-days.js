// The least that results of ads by day, campaign and ad can cost: one statement over the same rows and index, and its
// result as JSON.
const SELECT = `SELECT currency, day AS date, campaign_id AS campaign, ad_id AS ad, SUM(spend) AS spend,
  SUM(impressions) AS impressions, SUM(clicks) AS clicks, SUM(COALESCE(conversions ->> 'install', 0)) AS installs,
  SUM(COALESCE(conversions ->> 'purchase', 0)) AS purchases, SUM(revenue) AS revenue
  FROM ad_days WHERE account_id = ?1 AND day BETWEEN ?2 AND ?3 AND ad_id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
export default {
  async fetch(request, env) {
    const asked = new URL(request.url).searchParams;
    const days = ['account', 'from', 'to'].map((name) => asked.get(name));
    const { results } = await env.DB.prepare(SELECT)
      .bind(...days)
      .all();
    return Response.json({ data: results });
  },
};
